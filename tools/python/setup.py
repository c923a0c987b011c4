"""pip install --no-build-isolation ./tools/python

Builds the module with CMake in build/python, or in the folder that $RAINIER_BUILD names: build/release, say, which
has all but the module itself. Needs Debian's pybind11-dev, python3-dev, python3-setuptools and python3-wheel.
"""
import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = Path(os.environ.get("RAINIER_BUILD", ROOT / "build" / "python")).resolve()
SCRATCH = Path("../../build/python-package")  # relative, as setuptools wants it


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        if not (BUILD / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                            "-DRAINIER_PYTHON=ON", "-DRAINIER_BENCH=OFF", "-Wno-dev", "--log-level=WARNING"], check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", "rainier_python", "--parallel", str(os.cpu_count())],
                       check=True)
        built = BUILD / "tools" / "python" / "rainier" / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
        if not built.exists():
            raise SystemExit(f"{built} was not built: is this the Python that CMake found?")
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built, target)


class WithConfigs(build_py):
    """Drives, hosts and workloads go with the package."""

    def run(self):
        super().run()
        if not self.editable_mode:
            shutil.copytree(ROOT / "configs", Path(self.build_lib, "rainier", "configs"), dirs_exist_ok=True)


os.chdir(HERE)
(HERE / SCRATCH).mkdir(parents=True, exist_ok=True)
setup(
    name="rainier",
    version=re.search(r"project\(rainier VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1],
    description="full-system SSD simulator",
    license="Apache-2.0",
    packages=["rainier"],
    package_data={"rainier": ["py.typed", "*.pyi"]},
    python_requires=">=3.9",
    install_requires=["numpy"],
    extras_require={"frames": ["pandas"]},
    ext_modules=[Extension("rainier._core", [])],
    cmdclass={"build_ext": CMakeBuild, "build_py": WithConfigs},
    options={"build": {"build_base": str(SCRATCH)}, "egg_info": {"egg_base": str(SCRATCH)}},
)
