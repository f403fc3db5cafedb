@echo off
rem Starts tacit from an unpacked archive: needs a Java runtime from 17 on, nothing else.
setlocal
set "APP=%~dp0.."
set "JAVA=java"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
rem An older Java does not know this option, so that it fails here.
"%JAVA%" --enable-native-access=ALL-UNNAMED -version >nul 2>nul
if errorlevel 1 (
  echo tacit needs Java 17 or later. Install it, or set JAVA_HOME. 1>&2
  exit /b 2
)
"%JAVA%" -Xlog:disable -Djfr.unsupported.vm=true -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto --enable-native-access=ALL-UNNAMED ^
  -Djdk.console=java.base "-Dtacit.spark=%APP%\lib\spark" "-Dorg.sqlite.lib.path=%APP%\lib\sqlite\Windows\x86_64" -jar "%APP%\lib\tacit-cli.jar" %*
exit /b %errorlevel%
